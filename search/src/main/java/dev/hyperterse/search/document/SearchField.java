package dev.hyperterse.search.document;

/** The parts of a tool that are searched, in the order of their meaning to a reader. */
public enum SearchField {
    /** The name, and the words that the title adds to it. */
    NAME,
    DESCRIPTION,
    STATEMENT,
    INPUT_NAMES,
    /** Descriptions of inputs, also inside other inputs, and their titles in schemas. */
    INPUT_DESCRIPTIONS,
    /** Possible values of inputs: enums and formats. */
    INPUT_VALUES;

    public static final int COUNT = values().length;
}
