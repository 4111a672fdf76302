package dev.hyperterse.operator.workload;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes objects as they should be, by server-side apply: fields that others own stay theirs.
 *
 * <p>What stood there after the own last write is remembered. As long as exactly that is wanted and exactly that stands,
 * nothing is written; anything else is answered by one apply, which the API server does not even store if it changes
 * nothing. So there is no comparing of what is wanted with what the API server made of it, and no loop.
 */
final class ChildWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ChildWriter.class);

    /** Not the name under which statuses are written: what one of them leaves out must not delete the other's fields. */
    static final String FIELD_MANAGER = "hyperterse-workload";

    private static final int UNPROCESSABLE = 422;
    private static final int TOO_MANY_REQUESTS = 429;

    private final KubernetesClient client;
    private final Essence essence;
    private final Map<ChildKey, Standing> standing = new ConcurrentHashMap<>();

    ChildWriter(KubernetesClient client) {
        this.client = withoutPatience(client);
        this.essence = new Essence(client.getKubernetesSerialization());
    }

    /** The client would repeat for half a minute what the API server never accepts, in one of few turns that there are. */
    private static KubernetesClient withoutPatience(KubernetesClient client) {
        var once = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestRetryBackoffLimit(0)
                .build();
        return client.newClient(once).adapt(KubernetesClient.class);
    }

    /** @param seen what the watch knows of it; it is asked for where the watch knows nothing */
    ChildOutcome write(HyperterseServer server, HasMetadata wanted, Optional<? extends HasMetadata> seen) {
        try {
            var current = seen.isPresent()
                    ? seen
                    : Optional.ofNullable(client.resource(wanted).get());
            return current.map(object -> over(server, wanted, object)).orElseGet(() -> create(wanted));
        } catch (KubernetesClientException failed) {
            return refused(wanted, failed);
        }
    }

    /** Deletes what is not wanted any more, exactly as it was seen. */
    void delete(HasMetadata object) {
        standing.remove(ChildKey.of(object));
        if (object.getMetadata().getDeletionTimestamp() == null) {
            LOG.atInfo()
                    .addKeyValue("event", "child_deleted")
                    .addKeyValue("kind", object.getKind())
                    .addKeyValue("namespace", object.getMetadata().getNamespace())
                    .addKeyValue("name", object.getMetadata().getName())
                    .log("not wanted any more");
            client.resource(object).lockResourceVersion().delete();
        }
    }

    /** Deletes an object that is not followed, if it was made for the server; empty when it is gone, else why it is not. */
    Optional<ChildOutcome> remove(HyperterseServer server, HasMetadata named) {
        try {
            Optional.ofNullable(client.resource(named).get())
                    .filter(it -> Ownership.madeFor(server, it))
                    .ifPresent(this::delete);
            return Optional.empty();
        } catch (KubernetesClientException failed) {
            return Optional.of(refused(named, failed));
        }
    }

    /** Nothing is known of a server that is gone. */
    void forget(WorkloadNames names) {
        standing.keySet().removeIf(it -> it.belongsTo(names));
    }

    private ChildOutcome over(HyperterseServer server, HasMetadata wanted, HasMetadata current) {
        if (!Ownership.holds(server, current)) {
            return new ChildOutcome.Refused(foreign(wanted, current));
        }
        if (current.getMetadata().getDeletionTimestamp() != null) {
            return new ChildOutcome.Unsettled();
        }
        var key = ChildKey.of(wanted);
        var digest = digest(wanted);
        if (new Standing(digest, essence.of(current)).equals(standing.get(key))) {
            return new ChildOutcome.Stands(current);
        }
        // Never over something that was not seen: it may be another object by now, or have a template worth keeping.
        wanted.getMetadata().setResourceVersion(current.getMetadata().getResourceVersion());
        return applied(key, digest, wanted, true);
    }

    /** Not by force: should somebody else make one of the same name right now, the API server finds two opinions. */
    private ChildOutcome create(HasMetadata wanted) {
        return applied(ChildKey.of(wanted), digest(wanted), wanted, false);
    }

    private ChildOutcome applied(ChildKey key, String digest, HasMetadata wanted, boolean force) {
        var written = client.resource(wanted)
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager(FIELD_MANAGER)
                        .withForce(force)
                        .build());
        standing.put(key, new Standing(digest, essence.of(written)));
        return new ChildOutcome.Stands(written);
    }

    private String digest(HasMetadata wanted) {
        return Digest.of(client.getKubernetesSerialization().asJson(wanted));
    }

    private static Problem foreign(HasMetadata wanted, HasMetadata current) {
        return Problem.of(
                Reason.ForeignObject,
                ChildKey.of(wanted).describe(),
                "child-is-ours",
                "the name is taken by an object that belongs to %s, which is left alone"
                        .formatted(Ownership.holder(current)),
                "delete or rename that object, or name the server differently");
    }

    /** What the API server refuses becomes a problem of the server; everything else is tried again. */
    private ChildOutcome refused(HasMetadata wanted, KubernetesClientException failed) {
        return switch (failed.getCode()) {
            case HttpURLConnection.HTTP_CONFLICT -> new ChildOutcome.Unsettled();
            case HttpURLConnection.HTTP_NOT_FOUND ->
                RouteProblems.missing(wanted)
                        .<ChildOutcome>map(ChildOutcome.Refused::new)
                        .orElseGet(ChildOutcome.Unsettled::new);
            case HttpURLConnection.HTTP_FORBIDDEN, HttpURLConnection.HTTP_UNAUTHORIZED ->
                new ChildOutcome.Refused(forbidden(wanted, failed));
            case HttpURLConnection.HTTP_BAD_REQUEST, UNPROCESSABLE -> invalid(wanted, failed);
            case HttpURLConnection.HTTP_INTERNAL_ERROR -> undecided(wanted, failed);
            case HttpURLConnection.HTTP_CLIENT_TIMEOUT, TOO_MANY_REQUESTS -> throw failed;
            default -> unusual(wanted, failed);
        };
    }

    /**
     * An apply of something malformed, a list that names a key twice for example, is answered like a fault of the API
     * server. A plain creation says what is wrong, and does so before it looks whether there is such an object.
     */
    private ChildOutcome undecided(HasMetadata wanted, KubernetesClientException failed) {
        wanted.getMetadata().setResourceVersion(null);
        try {
            client.resource(wanted).dryRun().create();
        } catch (KubernetesClientException refused) {
            if (refused.getCode() == HttpURLConnection.HTTP_BAD_REQUEST || refused.getCode() == UNPROCESSABLE) {
                return invalid(wanted, refused);
            }
        }
        return new ChildOutcome.Refused(Problem.of(
                Reason.WorkloadForbidden,
                ChildKey.of(wanted).describe(),
                "api-server-permits",
                "the API server fails to decide about it: " + said(failed),
                "look at the admission webhook that it names, or at the API server; it is tried again"));
    }

    /** A webhook may refuse with any code that blames the request. */
    private static ChildOutcome unusual(HasMetadata wanted, KubernetesClientException failed) {
        if (failed.getCode() < HttpURLConnection.HTTP_BAD_REQUEST
                || failed.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR) {
            throw failed;
        }
        return new ChildOutcome.Refused(forbidden(wanted, failed));
    }

    private static Problem forbidden(HasMetadata wanted, KubernetesClientException failed) {
        return Problem.of(
                Reason.WorkloadForbidden,
                ChildKey.of(wanted).describe(),
                "api-server-permits",
                "the API server does not permit it: " + said(failed),
                RouteProblems.remedyOfForbidden(wanted)
                        .orElse(
                                "grant the missing right to the operator, or change what the admission policy or quota refuses"));
    }

    private static ChildOutcome invalid(HasMetadata wanted, KubernetesClientException refused) {
        return new ChildOutcome.Refused(Problem.of(
                Reason.InvalidWorkload,
                ChildKey.of(wanted).describe(),
                "api-server-accepts",
                "the API server refuses it: " + said(refused),
                "correct spec.workload"));
    }

    private static String said(KubernetesClientException failed) {
        var status = failed.getStatus();
        return Optional.ofNullable(status == null ? null : status.getMessage())
                .orElseGet(failed::getMessage)
                .replaceAll("\\s+", " ");
    }

    private record Standing(String wanted, String stands) {}
}
