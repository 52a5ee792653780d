from money.splitting import split, whole
