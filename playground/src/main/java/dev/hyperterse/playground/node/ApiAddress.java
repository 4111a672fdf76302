package dev.hyperterse.playground.node;

import java.net.URI;

/** Where pods find the API server. */
public record ApiAddress(String host, int port) {
    public static ApiAddress of(String url) {
        var address = URI.create(url);
        return new ApiAddress(address.getHost(), address.getPort());
    }
}
