def framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "little") + payload
