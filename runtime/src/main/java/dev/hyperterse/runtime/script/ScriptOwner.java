package dev.hyperterse.runtime.script;

/**
 * The definition, or the plugin of the server, that has a script.
 *
 * @param namespace whose it is: namespaces have equal shares of the threads
 * @param name what the script and its log lines call it
 * @param readOnly whether its author says, or MCP has it, that it changes nothing
 */
public record ScriptOwner(Kind kind, String namespace, String name, boolean readOnly) {
    /** What the script is for, which decides what it is given and what it returns. */
    public enum Kind {
        TOOL("tool"),
        PROMPT("prompt"),
        RESOURCE("resource"),
        INPUT_TRANSFORM("tool"),
        OUTPUT_TRANSFORM("tool"),
        AUTH_PLUGIN("plugin");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Whether it works with credentials, so that nothing it writes or throws may go to a log or a client. */
        boolean isConfidential() {
            return this == AUTH_PLUGIN;
        }

        /** The member of the payload, and the key of log lines, that has the name of the definition. */
        public String word() {
            return word;
        }
    }
}
