package dev.hyperterse.runtime.mcp.message;

import java.nio.charset.StandardCharsets;

/** The members of a posted message that are evaluated; all others are only checked to be JSON. */
public enum Member {
    JSONRPC(Level.ENVELOPE, "jsonrpc"),
    ID(Level.ENVELOPE, "id"),
    METHOD(Level.ENVELOPE, "method"),
    PARAMS(Level.ENVELOPE, "params"),
    RESULT(Level.ENVELOPE, "result"),
    ERROR(Level.ENVELOPE, "error"),
    NAME(Level.PARAMS, "name"),
    ARGUMENTS(Level.PARAMS, "arguments"),
    META(Level.PARAMS, "_meta"),
    INPUT_RESPONSES(Level.PARAMS, "inputResponses"),
    REQUEST_STATE(Level.PARAMS, "requestState"),
    TOOL(Level.ARGUMENTS, "tool"),
    INPUTS(Level.ARGUMENTS, "inputs"),
    QUERY(Level.ARGUMENTS, "query"),
    PROGRESS_TOKEN(Level.META, "progressToken"),
    TRACE_PARENT(Level.META, "traceparent"),
    PROTOCOL_VERSION(Level.META, "io.modelcontextprotocol/protocolVersion"),
    CLIENT_CAPABILITIES(Level.META, "io.modelcontextprotocol/clientCapabilities"),
    CLIENT_INFO(Level.META, "io.modelcontextprotocol/clientInfo"),
    LOG_LEVEL(Level.META, "io.modelcontextprotocol/logLevel"),
    /** Any member but these. */
    UNNAMED(Level.OTHER, "");

    /** The objects whose members are looked at; {@code OTHER} is every other object. */
    enum Level {
        ENVELOPE,
        PARAMS,
        ARGUMENTS,
        META,
        OTHER
    }

    private final Level level;
    private final String spelling;
    private final byte[] key;

    Member(Level level, String spelling) {
        this.level = level;
        this.spelling = spelling;
        this.key = spelling.getBytes(StandardCharsets.US_ASCII);
    }

    Level level() {
        return level;
    }

    public String spelling() {
        return spelling;
    }

    /** Whether the bytes of a key, between its quotes and without an escape, spell this member. */
    boolean isSpelled(byte[] bytes, int from, int to) {
        if (to - from != key.length) {
            return false;
        }
        for (int index = 0; index < key.length; index++) {
            if (bytes[from + index] != key[index]) {
                return false;
            }
        }
        return true;
    }

    /** The level of this member's value, if it is an object. */
    Level opens() {
        return switch (this) {
            case PARAMS -> Level.PARAMS;
            case ARGUMENTS -> Level.ARGUMENTS;
            case META -> Level.META;
            case JSONRPC,
                    ID,
                    METHOD,
                    RESULT,
                    ERROR,
                    NAME,
                    INPUT_RESPONSES,
                    REQUEST_STATE,
                    TOOL,
                    INPUTS,
                    QUERY,
                    PROGRESS_TOKEN,
                    TRACE_PARENT,
                    PROTOCOL_VERSION,
                    CLIENT_CAPABILITIES,
                    CLIENT_INFO,
                    LOG_LEVEL,
                    UNNAMED -> Level.OTHER;
        };
    }
}
