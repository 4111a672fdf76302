package dev.hyperterse.runtime.call;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Something that a call asks its client, as MCP has it. */
public record ClientRequest(Method method, Optional<ObjectNode> params) {
    /** What can be asked. */
    public enum Method {
        ELICIT("elicitation/create", "elicitation"),
        SAMPLE("sampling/createMessage", "sampling"),
        ROOTS("roots/list", "roots");

        private final String spelling;
        private final String capability;

        Method(String spelling, String capability) {
            this.spelling = spelling;
            this.capability = capability;
        }

        public String spelling() {
            return spelling;
        }

        /** What a client that can be asked declares. */
        public String capability() {
            return capability;
        }
    }
}
