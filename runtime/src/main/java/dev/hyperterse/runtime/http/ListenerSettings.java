package dev.hyperterse.runtime.http;

import dev.hyperterse.http.connection.StrictConnections;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import java.util.function.LongSupplier;

/**
 * The settings of a listener. Those of the server fix the largest body when it is built; here each connection asks for
 * it when it is opened, because the limit is one that changes with the catalog. It has to be the server's to refuse:
 * it holds each chunk of a body whole before a handler sees a byte of it, and one chunk can be as large as the memory.
 */
public final class ListenerSettings extends WebServerConfig.BuilderBase<ListenerSettings, WebServerConfig> {
    private final LongSupplier largestBody;

    ListenerSettings(LongSupplier largestBody, StrictConnections connections) {
        this.largestBody = largestBody;
        addConnectionSelector(connections);
        // The one that the server would find reads connections as they come.
        protocolsDiscoverServices(false);
    }

    /** A server that is still to be started. */
    public WebServer build() {
        return WebServer.create(buildPrototype());
    }

    @Override
    public WebServerConfig buildPrototype() {
        preBuildPrototype();
        validatePrototype();
        return new Asking(this);
    }

    private static final class Asking extends WebServerConfigImpl {
        private final LongSupplier largestBody;

        private Asking(ListenerSettings settings) {
            super(settings);
            this.largestBody = settings.largestBody;
        }

        @Override
        public long maxPayloadSize() {
            return largestBody.getAsLong();
        }
    }
}
