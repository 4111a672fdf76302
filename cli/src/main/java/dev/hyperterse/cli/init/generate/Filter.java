package dev.hyperterse.cli.init.generate;

/** A condition of a list, and the argument that it reads: without the argument it holds. */
record Filter(Input input, String condition) {
    String sql() {
        return "(%s IS NULL OR %s)".formatted(input.placeholder(), condition);
    }
}
