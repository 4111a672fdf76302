package dev.hyperterse.runtime.search;

/** The parts of a tool that are searched, in the order of their meaning to a reader. */
public enum SearchField {
    /** The name, and the words that the title adds to it. */
    NAME,
    DESCRIPTION,
    STATEMENT,
    INPUT_NAMES,
    /** Of inputs inside other inputs too, and the titles that schemas give to inputs. */
    INPUT_DESCRIPTIONS,
    /** What inputs may be: the values of enums, and formats. */
    INPUT_VALUES;

    static final int COUNT = values().length;
}
