int days_in(int month) {
    if (month == 2) return 28;
    return 30 + ((month + month / 8) & 1);
}
