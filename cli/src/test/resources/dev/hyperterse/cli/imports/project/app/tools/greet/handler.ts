import { hello } from '../../lib/hello';
export default async ({ inputs }: any) => { const r = fetch('https://x'); return hello + inputs.who; }
