package dev.hyperterse.statement.sql.token;

/** A difference of a dialect's tokens from those that all dialects share. */
public enum LexicalFeature {
    /** A comment within a comment needs its own end. */
    NESTED_COMMENTS,
    /** {@code --} ends at a carriage return, not only at a line feed. */
    CARRIAGE_RETURN_ENDS_COMMENT,
    /** {@code #} begins a comment. */
    HASH_COMMENTS,
    /** {@code --} begins a comment only before a blank. */
    DASHES_NEED_BLANK,
    /** The text in <code>/*! &#42;/</code> is executed. */
    EXECUTABLE_COMMENTS,
    /** {@code [a]} is a quoted identifier. */
    BRACKET_IDENTIFIERS,
    /** {@code $tag$...$tag$} is a string and {@code $1} a parameter. */
    DOLLAR_QUOTES,
    /** {@code U&} is a prefix of strings and quoted identifiers. */
    UNICODE_PREFIX,
    /** {@code _utf8} is a prefix of strings. */
    CHARACTER_SET_PREFIXES,
    /** The backslash is an escape in plain strings. */
    BACKSLASH_ESCAPES,
    /** {@code @a} is a variable of the session, and {@code @@a} one of the engine's settings. */
    VARIABLES
}
