package dev.hyperterse.operator.read.document;

import dev.hyperterse.compiler.resolve.Entries;
import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.kind.NotReadYet;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The result of reading a ConfigMap or Secret. */
public sealed interface ReadDocument {
    /** Of an object with its name, about. */
    int OVERHEAD = 256;

    /** A name that there can be. The client makes a path of it, and of any other one maybe the path of a subresource. */
    Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

    /** Its entries in one version of it. */
    record Found(Entries entries, String version) implements ReadDocument {
        /** About the bytes that it takes. */
        long size() {
            return entries.size() + OVERHEAD;
        }
    }

    /**
     * It exists, and the operator has no room for its entries.
     *
     * @param readable whether tools, prompts and resources may refer to it
     */
    record NoRoom(String version, boolean readable) implements ReadDocument {}

    record Absent() implements ReadDocument {}

    /**
     * This process has no right to look.
     *
     * @param answer of the API server; empty where it has refused the watch
     */
    record Forbidden(Optional<KubernetesClientException> answer) implements ReadDocument {
        public Forbidden() {
            this(Optional.empty());
        }
    }

    static ReadDocument get(KubernetesClient client, ObjectName name) {
        if (!NAME.matcher(name.name()).matches()) {
            return new Absent();
        }
        try {
            return of(client.resources(name.type().kind())
                    .inNamespace(name.namespace())
                    .withName(name.name())
                    .get());
        } catch (KubernetesClientException failed) {
            if (failed.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return new Forbidden(Optional.of(failed));
            }
            throw new NotReadYet(name + " cannot be read: " + failed.getMessage(), failed);
        }
    }

    /** A document that exists. */
    default Optional<Entries> content() {
        return switch (this) {
            case Found(var entries, var _) -> Optional.of(entries);
            case Absent _, Forbidden _, NoRoom _ -> Optional.empty();
        };
    }

    /** @param version empty when the object does not exist */
    default boolean isVersion(Optional<String> version) {
        return switch (this) {
            case Found(var _, var mine) -> version.filter(mine::equals).isPresent();
            case NoRoom(var mine, var _) -> version.filter(mine::equals).isPresent();
            case Absent _ -> version.isEmpty();
            case Forbidden _ -> false;
        };
    }

    private static ReadDocument of(HasMetadata object) {
        return switch (object) {
            case null -> new Absent();
            case HasMetadata own when WorkloadNames.managed(own.getMetadata()) -> new Absent();
            case ConfigMap map ->
                new Found(
                        Entries.ofConfigMap(
                                present(map.getMetadata().getLabels()),
                                present(map.getData()),
                                Entries.bytes(map.getBinaryData())),
                        map.getMetadata().getResourceVersion());
            case Secret secret ->
                new Found(
                        Entries.decoded(Entries.bytes(secret.getData())),
                        secret.getMetadata().getResourceVersion());
            default -> throw new IllegalArgumentException(object.getKind() + " is no document");
        };
    }

    private static Map<String, String> present(Map<String, String> entries) {
        return entries == null ? Map.of() : entries;
    }
}
