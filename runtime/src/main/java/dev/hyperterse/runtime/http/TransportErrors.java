package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.RpcError;
import io.helidon.http.Status;
import java.util.Map;

/** Responses to requests that are refused before their message is read, in either era: one method for each reason. */
final class TransportErrors {
    private TransportErrors() {}

    static Answer starting() {
        return ErrorAnswers.unaddressed(RpcError.starting());
    }

    static Answer forbidden(String reason) {
        return invalid(403, "Forbidden: " + reason);
    }

    static Answer unauthorized(String reason) {
        return invalid(401, "Unauthorized: " + reason);
    }

    /** The credentials cannot be checked now; the client may keep them and retry. */
    static Answer cannotAuthenticate(String reason) {
        return answer(503, RpcError.CALL_FAILED, "callers cannot be authenticated now: " + reason);
    }

    static Answer notFound() {
        return invalid(404, "Not found");
    }

    static Answer unknownToolset(String name) {
        return invalid(404, "Not found: this server has no toolset '" + name + "'");
    }

    static Answer methodNotAllowed() {
        return invalid(405, "Method not allowed");
    }

    static Answer notJson() {
        return invalid(415, "Invalid request: Content-Type must be application/json");
    }

    static Answer tooLarge() {
        return ErrorAnswers.unaddressed(RpcError.tooLarge());
    }

    static Answer largerThanAllMemory() {
        return invalid(
                413,
                "Invalid request: larger than the memory of this replica for all requests; send"
                        + " less, or raise limits.bufferSize and the memory limit of the pod");
    }

    static Answer brokenBody() {
        return invalid(
                400, "Invalid request: the body ends early, or has chunks with wrong sizes, extensions or trailers");
    }

    static Answer tooSlow() {
        return invalid(408, "Invalid request: the request took too long to arrive");
    }

    static Answer buffersInUse() {
        return busy("the buffers of this replica are in use");
    }

    static Answer streamsInUse() {
        return busy("this replica has reached its limit of open streams, or this caller its share of them");
    }

    static Answer connectionsInUse() {
        return busy("this replica has reached its limit of open connections, or of what they send at a time");
    }

    /** Refused by the HTTP server, with its reason. */
    static Answer malformed(Status status, String why) {
        return invalid(status.code(), "Invalid request: " + why);
    }

    /** An internal error of a handler; the client gets no details. */
    static Answer internal(Status status) {
        return answer(status.code(), RpcError.INTERNAL_ERROR, "Internal error");
    }

    private static Answer invalid(int status, String message) {
        return answer(status, RpcError.INVALID_REQUEST, message);
    }

    private static Answer busy(String what) {
        return answer(503, RpcError.CALL_FAILED, "busy: " + what);
    }

    private static Answer answer(int status, int code, String message) {
        return ErrorAnswers.unaddressed(new RpcError(status, code, message, Map.of()));
    }
}
