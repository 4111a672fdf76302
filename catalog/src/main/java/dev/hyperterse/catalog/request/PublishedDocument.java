package dev.hyperterse.catalog.request;

import java.util.Optional;

/**
 * The document by which an API describes a request.
 *
 * @param path below the URL of the adapter
 * @param digest of the document that was approved; absent where none was
 */
public record PublishedDocument(String path, Optional<String> digest) {
    /** The same for those who import it and for replicas, because an API may publish several representations. */
    public static final String ACCEPT = "application/json, application/yaml, */*;q=0.5";
}
