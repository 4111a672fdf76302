package dev.hyperterse.catalog.server;

/** What a comment in each statement tells the database about its call. */
public enum StatementComments {
    /** Its server and its definition, which are the same for every call, so that the statement stays prepared. */
    Tool
}
