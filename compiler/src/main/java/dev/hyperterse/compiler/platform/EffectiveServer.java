package dev.hyperterse.compiler.platform;

import dev.hyperterse.compiler.resolve.PlatformPart;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;

/** A server with the spec that counts, and what the platform contributed to it. */
public record EffectiveServer(HyperterseServer server, PlatformPart platform) {
    /** A server that no fragment is merged with. */
    public static EffectiveServer asWritten(HyperterseServer server) {
        return new EffectiveServer(server, PlatformPart.NONE);
    }

    /** The same spec for a newer state of the same generation of the server. */
    public EffectiveServer of(HyperterseServer newer) {
        var same = new HyperterseServer();
        same.setMetadata(newer.getMetadata());
        same.setSpec(server.getSpec());
        same.setStatus(newer.getStatus());
        return new EffectiveServer(same, platform);
    }
}
