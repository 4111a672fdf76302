package dev.hyperterse.cli.init.generate;

/** A part of a database that no tool shows. @param what a table, or a column of one */
public record LeftOut(String what, String reason) {
    @Override
    public String toString() {
        return what + ": " + reason;
    }
}
