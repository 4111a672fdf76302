package dev.hyperterse.playground.node.volume;

import java.net.URI;

/** The address of the API server for pods. */
public record ApiAddress(String host, int port) {
    public static ApiAddress of(String url) {
        var address = URI.create(url);
        return new ApiAddress(address.getHost(), address.getPort());
    }
}
