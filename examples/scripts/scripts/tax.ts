const RATE: number = 0.19;

export const withTax = (price: number): number => Math.round(price * (1 + RATE) * 100) / 100;
