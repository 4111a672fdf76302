package dev.hyperterse.cli.manifest;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Subject;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Identifies an object: two manifests with the same key describe the same one. */
public record ObjectKey(ManifestKind kind, String namespace, String name) {
    /** The object that a definition was compiled from. */
    public static ObjectKey of(LeafIdentity definition) {
        var kind =
                switch (definition.kind()) {
                    case Tool -> ManifestKind.TOOL;
                    case Prompt -> ManifestKind.PROMPT;
                    case Resource -> ManifestKind.RESOURCE;
                };
        return new ObjectKey(kind, definition.namespace(), definition.name());
    }

    /** Stands in for the uid that an API server would give; the same object has the same one in every run. */
    public String uid() {
        var identity = kind.kind() + "/" + namespace + "/" + name;
        return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
    }

    public Subject subject() {
        return new Subject(kind.kind(), namespace, name);
    }
}
