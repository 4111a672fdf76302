package dev.hyperterse.engines.mcp.message;

import tools.jackson.core.JsonParser;

/** Reads the result of a request. */
public interface ResultReader {
    /** Reads the object at which the parser is, up to its end; whatever an earlier call has read does not count. */
    void read(JsonParser result) throws NotMcp;

    /** Reads nothing of it. */
    ResultReader IGNORED = JsonParser::skipChildren;
}
