export const hello: string = 'Hello ';
