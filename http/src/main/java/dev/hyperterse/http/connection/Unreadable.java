package dev.hyperterse.http.connection;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportRequest;
import io.helidon.http.Method;
import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;

/** Requests that are refused before the server has parsed them. Each ends its connection: what follows cannot be trusted. */
final class Unreadable {
    private static final Status TOO_MANY_HEADERS = Status.create(431, "Request Header Fields Too Large");

    private Unreadable() {}

    static RequestException malformed(String what) {
        return refused(Status.BAD_REQUEST_400, what).build();
    }

    static RequestException anotherVersion() {
        return refused(Status.HTTP_VERSION_NOT_SUPPORTED_505, "HTTP/1.1 is required")
                .type(EventType.HTTP_VERSION_NOT_SUPPORTED)
                .build();
    }

    static RequestException tooLarge() {
        return refused(Status.REQUEST_ENTITY_TOO_LARGE_413, "the body is too large")
                .build();
    }

    static RequestException tooManyHeaders(int most) {
        return refused(TOO_MANY_HEADERS, "a request has at most " + most + " headers")
                .build();
    }

    /** All requests together hold what they may. */
    static RequestException noMemory() {
        return refused(Status.SERVICE_UNAVAILABLE_503, "requests have taken all of their memory")
                .build();
    }

    /** The server takes a method in any case; RFC 9110, section 9.1 has it in one. Which ones there are, each port says. */
    static RequestException unknownMethod() {
        return refused(Status.METHOD_NOT_ALLOWED_405, "methods are written in capital letters")
                .build();
    }

    /** The same, of a request with the method HEAD: no answer to that has a body. */
    static RequestException withoutBody(RequestException refused) {
        return refused(refused.status(), refused.getMessage())
                .request(new HeadRequest())
                .build();
    }

    private static RequestException.Builder refused(Status status, String why) {
        return RequestException.builder()
                .type(EventType.BAD_REQUEST)
                .status(status)
                .message(why)
                .setKeepAlive(false);
    }

    /** All that is known of it. */
    private record HeadRequest() implements TransportRequest {
        @Override
        public String protocolVersion() {
            return TransportRequest.empty().protocolVersion();
        }

        @Override
        public String method() {
            return Method.HEAD_NAME;
        }

        @Override
        public String path() {
            return TransportRequest.empty().path();
        }

        @Override
        public ServerRequestHeaders headers() {
            return TransportRequest.empty().headers();
        }
    }
}
