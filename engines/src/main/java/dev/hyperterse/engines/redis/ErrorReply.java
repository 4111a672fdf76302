package dev.hyperterse.engines.redis;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;

/** An error reply of the engine: {@code WRONGTYPE Operation against a key ...}. */
record ErrorReply(String code, String words) {
    private static final String QUOTED_ARGUMENTS = ", with args beginning with:";

    static ErrorReply of(String line) {
        var blank = line.indexOf(' ');
        var code = blank < 0 ? line : line.substring(0, blank);
        return new ErrorReply(code, blank < 0 ? "the engine refused the command" : line.substring(blank + 1));
    }

    /** Whether the node cannot serve any command at present. {@code TRYAGAIN} says that of keys that are being moved. */
    boolean meansUnavailable() {
        return switch (code) {
            case "LOADING", "MASTERDOWN", "CLUSTERDOWN", "BUSY", "NOAUTH", "WRONGPASS" -> true;
            default -> false;
        };
    }

    /** The failure for the caller: without the user, and without the arguments. */
    CallFailure ofCall() {
        return new CallFailure(new EngineMessage(
                switch (code) {
                    case "NOPERM" -> "the user of the adapter may not do this";
                    case "READONLY" -> "the node that answered is a replica, which only reads";
                    default -> withoutArguments();
                },
                code));
    }

    private String withoutArguments() {
        var quoted = words.indexOf(QUOTED_ARGUMENTS);
        return quoted < 0 ? words : words.substring(0, quoted);
    }

    /** The reason why there is no connection; names no host, user or secret. */
    String reason() {
        return switch (code) {
            case "NOAUTH" -> "the database asks for a password";
            case "WRONGPASS" -> "authentication failed";
            case "NOPERM" -> "the user may not connect: it needs the commands HELLO, PING and SELECT";
            case "NOPROTO" -> "the database is older than Redis 6";
            case "LOADING" -> "the database is starting up";
            case "MASTERDOWN" -> "the replica has lost its primary";
            case "CLUSTERDOWN" -> "the cluster does not serve all of its slots";
            case "ERR" -> generalReason();
            default -> "the engine refused (%s)".formatted(code);
        };
    }

    private String generalReason() {
        if (words.startsWith("unknown command")) {
            return "the database is older than Redis 6";
        }
        if (words.startsWith("max number of clients")) {
            return "the database has no free connection";
        }
        if (words.startsWith("DB index") || words.startsWith("invalid DB index") || words.startsWith("SELECT")) {
            return "the database number does not exist";
        }
        return "the engine refused (ERR)";
    }
}
