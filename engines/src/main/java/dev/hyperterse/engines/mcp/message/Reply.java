package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.fetch.FetchResponse;
import java.util.OptionalInt;
import java.util.Set;

/** The end of a request. */
public sealed interface Reply {
    /** Its result was read. */
    record Result() implements Reply {}

    /**
     * The server refuses the request.
     *
     * @param code of JSON-RPC, if the response has one
     * @param message of the server, bounded; may be empty
     */
    record Refusal(FetchResponse response, OptionalInt code, String message) implements Reply {
        private static final int METHOD_NOT_FOUND = -32601;
        private static final int INVALID_PARAMS = -32602;

        /** Of the era with sessions. */
        private static final int RESOURCE_NOT_FOUND = -32002;

        /** Codes of a server that knows the session and has looked at the request. */
        private static final Set<Integer> OF_THE_REQUEST =
                Set.of(METHOD_NOT_FOUND, INVALID_PARAMS, RESOURCE_NOT_FOUND, -32603);

        /** Codes for headers or a version that the server does not know. */
        private static final Set<Integer> OF_THE_PROTOCOL = Set.of(-32020, -32022);

        /** Whether the server does not have the method. */
        public boolean isOfMethod() {
            return has(METHOD_NOT_FOUND);
        }

        /** Whether the server says that the parameters are wrong: mostly, that it does not have what they name. */
        public boolean isOfParameters() {
            return has(INVALID_PARAMS);
        }

        /** Whether the server does not have the resource that is read; a URI has no other fault of parameters. */
        public boolean isOfUnknownResource() {
            return has(RESOURCE_NOT_FOUND) || has(INVALID_PARAMS);
        }

        private boolean has(int wanted) {
            return code.stream().anyMatch(it -> it == wanted);
        }

        /** Whether the server says that the request is meant for another era, so that it was not run. */
        public boolean isOfProtocol() {
            return code.stream().anyMatch(OF_THE_PROTOCOL::contains);
        }

        /** Whether the request may be meant for another session or another era; some servers answer so for a tool that failed. */
        public boolean isOfSession() {
            return (response.status() == 404 || response.status() == 400 || response.status() == 405)
                    && code.stream().noneMatch(OF_THE_REQUEST::contains);
        }

        /** Whether the server refuses the credentials, which another era would send too. */
        public boolean isOfCredentials() {
            return response.status() == 401 || response.status() == 403 || response.status() == 407;
        }

        /** Whether another attempt later may help. */
        public boolean isForNow() {
            return response.status() == 429
                    || response.status() == 502
                    || response.status() == 503
                    || response.status() == 504;
        }
    }
}
