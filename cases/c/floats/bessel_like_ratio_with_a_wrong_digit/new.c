double j0(double x) {
    double y = x * x;
    double above = 57568490574.0 + y * (-13362590354.0 + y * (651619640.7 + y * -11214424.18));
    double below = 57568490411.0 + y * (1029532985.0 + y * (9494680.178 + y * 59272.64853));
    return above / below;
}
double client(double x) { return x < 8.0 && x > -8.0 ? j0(x) : 0.0; }
