package dev.hyperterse.calls.context;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A request of MCP from a call to its client. */
public record ClientRequest(Method method, Optional<ObjectNode> params) {
    /** The methods of MCP that a server may request. */
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

        /** The capability that a client must declare. */
        public String capability() {
            return capability;
        }
    }
}
