package dev.hyperterse.cli.client;

import java.net.URI;
import java.util.Optional;

/** The way to a server. */
public interface Route extends AutoCloseable {
    URI url();

    /** Why nothing comes through, where the client sees only a connection that ends and the way itself knows more. */
    Optional<String> failure();

    @Override
    void close();

    /** To a server that listens at that URL. */
    record Direct(URI url) implements Route {
        @Override
        public Optional<String> failure() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }
}
