int normal(int s1, int m1, int h1, int s2, int m2, int h2, int s3, int m3, int h3, int s4, int m4, int h4) {
    int total = 0;
    if (h1 > 23) h1 = 23; else if (h1 < 0) h1 = 0;
    if (m1 > 59) m1 = 59; else if (m1 < 0) m1 = 0;
    if (s1 > 59) s1 = 59; else if (s1 < 0) s1 = 0;
    total += h1 * 3600 + m1 * 60 + s1;
    if (h2 > 23) h2 = 23; else if (h2 < 0) h2 = 0;
    if (m2 > 59) m2 = 59; else if (m2 < 0) m2 = 0;
    if (s2 > 59) s2 = 59; else if (s2 < 0) s2 = 0;
    total += h2 * 3600 + m2 * 60 + s2;
    if (h3 > 23) h3 = 23; else if (h3 < 0) h3 = 0;
    if (m3 > 59) m3 = 59; else if (m3 < 0) m3 = 0;
    if (s3 > 59) s3 = 59; else if (s3 < 0) s3 = 0;
    total += h3 * 3600 + m3 * 60 + s3;
    if (h4 > 23) h4 = 23; else if (h4 < 0) h4 = 0;
    if (m4 > 59) m4 = 59; else if (m4 < 0) m4 = 0;
    if (s4 > 59) s4 = 59; else if (s4 < 0) s4 = 0;
    total += h4 * 3600 + m4 * 60 + s4;
    return total;
}
