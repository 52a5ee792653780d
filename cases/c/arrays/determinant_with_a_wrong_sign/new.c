int det(int m[3][3]) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
         + m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
         + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

int client(int a, int b, int c) {
    int m[3][3] = {{a, b, 1}, {c, a, 2}, {1, 3, b}};
    return det(m);
}
