/// <reference path="../../../docs/hyperterse.d.ts" />
import { withTax } from './tax';

interface Inputs { product: string }

export default async ({ inputs }: ToolPayload<Inputs>, ctx: ScriptContext) => {
  const [found] = await ctx.query<{ price: number }>('price');
  return found ? { product: inputs.product, price: withTax(found.price) } : ctx.error(`no product ${inputs.product}`);
};
