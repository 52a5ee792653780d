int level(int channel);
