class ShopError(ValueError):
    pass
