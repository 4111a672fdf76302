package dev.hyperterse.scripts.author;

/**
 * The definition, or the plugin of the server, that has a script.
 *
 * @param namespace of the definition: namespaces have equal shares of the threads
 * @param name in payloads and log lines
 * @param readOnly whether it changes nothing, by its author's hint or by the rules of MCP
 */
public record ScriptOwner(Kind kind, String namespace, String name, boolean readOnly) {
    /** The purpose of a script, which decides its input and its result. */
    public enum Kind {
        TOOL("tool"),
        PROMPT("prompt"),
        RESOURCE("resource"),
        INPUT_TRANSFORM("tool"),
        OUTPUT_TRANSFORM("tool"),
        AUTH_PLUGIN("plugin"),
        /** Sent by a client, and run for its caller. */
        PROGRAM("program");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Whether it sees credentials, so that its output and errors must not reach logs or clients. */
        public boolean isConfidential() {
            return this == AUTH_PLUGIN;
        }

        /** Whether its author reads the log of the replica. */
        boolean isLogged() {
            return this != AUTH_PLUGIN && this != PROGRAM;
        }

        /** The member of the payload and the key in log lines for the name of the definition. */
        public String word() {
            return word;
        }
    }
}
