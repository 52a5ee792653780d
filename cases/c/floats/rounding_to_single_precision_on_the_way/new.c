float client(float x, float y) { return (float)((double)x * y + 1.0); }
