from b import g
