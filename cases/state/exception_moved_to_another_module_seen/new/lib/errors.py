class ShopError(TypeError):
    pass
