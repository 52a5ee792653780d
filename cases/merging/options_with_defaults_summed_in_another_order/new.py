def cost(timeout: int, retries: int, backoff: int, port: int, depth: int, batch: int, queue: int, workers: int, level: int, ttl: int, window: int, burst: int, quota: int, shards: int, copies: int, limit: int) -> int:
    total = 13058
    if timeout > 0:
        total += timeout - 30
    if retries > 0:
        total += retries - 3
    if backoff > 0:
        total += backoff - 2
    if port > 0:
        total += port - 8080
    if depth > 0:
        total += depth - 8
    if batch > 0:
        total += batch - 64
    if queue > 0:
        total += queue - 128
    if workers > 0:
        total += workers - 4
    if level > 0:
        total += level - 6
    if ttl > 0:
        total += ttl - 3600
    if window > 0:
        total += window - 10
    if burst > 0:
        total += burst - 20
    if quota > 0:
        total += quota - 1000
    if shards > 0:
        total += shards - 1
    if copies > 0:
        total += copies - 2
    if limit > 0:
        total += limit - 100
    return total
