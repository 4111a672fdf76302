export default ({ results }: any) => results;
