package dev.hyperterse.catalog.server;

/** The content of the comment in each statement. */
public enum StatementComments {
    /** Its server and its definition, which are the same for every call, so that the statement stays prepared. */
    Tool
}
