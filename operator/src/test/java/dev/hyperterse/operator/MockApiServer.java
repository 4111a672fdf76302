package dev.hyperterse.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The API server of fabric8, which keeps objects in memory, with the faults of a real one: it refuses kinds, answers from
 * an old cache, and ends watches that have missed something.
 */
public final class MockApiServer implements AutoCloseable {
    private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());
    private static final String EXPIRED = Serialization.asJson(new WatchEvent(
            new StatusBuilder()
                    .withCode(HttpURLConnection.HTTP_GONE)
                    .withReason("Expired")
                    .withMessage("too old resource version")
                    .build(),
            "ERROR"));
    private static final Pattern FROM_VERSION = Pattern.compile("[?&]resourceVersion=(\\d+)");

    private final Map<String, Integer> refused = new ConcurrentHashMap<>();
    private final Map<String, Integer> refusedWrites = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> refusals = new ConcurrentHashMap<>();
    private final Set<String> silent = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> compacted = new HashMap<>();
    private final List<MockWatch> watches = new ArrayList<>();
    private final List<String> lists = new CopyOnWriteArrayList<>();
    private final List<String> applies = new CopyOnWriteArrayList<>();
    private final Faults faults = new Faults();
    private final KubernetesMockServer server =
            new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), faults, false);

    public MockApiServer() {
        REQUESTS.setLevel(Level.WARNING);
        server.init(InetAddress.getLoopbackAddress(), 0);
    }

    /** As the operator connects, without pauses. */
    public KubernetesClient connect() {
        return ClusterClient.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getPort())
                .withRequestRetryBackoffLimit(0)
                .withWatchReconnectInterval(10)
                .build());
    }

    /** Reads of that kind, or of the object of that name, are answered with the code, until it is allowed again. */
    public void refuse(String plural, int code) {
        refused.put(plural, code);
    }

    /** Applies to objects of that kind are answered with the code, until they are allowed again. */
    public void refuseWrites(String plural, int code) {
        refusedWrites.put(plural, code);
    }

    public void allow(String plural) {
        refused.remove(plural);
        refusedWrites.remove(plural);
    }

    /** The objects that were applied, in order, as the end of their paths: kind and name. */
    public List<String> applies() {
        return List.copyOf(applies);
    }

    /** Waits until so many requests for that kind were refused. */
    public void awaitRefusals(String plural, int count) throws InterruptedException {
        refusals.computeIfAbsent(plural, _ -> new Semaphore(0)).acquire(count);
    }

    /** The watches of that kind miss what happens from now on, also those that open later. */
    public void silence(String plural) {
        silent.add(plural);
    }

    /** All versions of that kind until now are compacted: watches from them end, and informers list again. */
    public void compact(String plural) {
        synchronized (watches) {
            compacted.put(plural, faults.requestResourceVersion());
            watches.stream().filter(it -> it.plural().equals(plural)).forEach(it -> it.end(EXPIRED));
            watches.removeIf(MockWatch::isEnded);
            silent.remove(plural);
        }
    }

    /** The lists that were asked for, as paths with their queries. */
    public List<String> lists() {
        return List.copyOf(lists);
    }

    /** Waits until that object was applied. */
    public void awaitApply(String object) throws InterruptedException {
        synchronized (applies) {
            while (!applies.contains(object)) {
                applies.wait();
            }
        }
    }

    private static String plural(String path) {
        var parts = path.split("\\?")[0].split("/");
        return parts[parts.length - 1];
    }

    private static List<CustomResourceDefinitionContext> kinds() {
        return Stream.<Class<? extends HasMetadata>>of(
                        HyperterseServer.class, Tool.class, Prompt.class, McpResource.class)
                .map(MockApiServer::kind)
                .toList();
    }

    private static CustomResourceDefinitionContext kind(Class<? extends HasMetadata> type) {
        return new CustomResourceDefinitionContext.Builder()
                .withGroup(HasMetadata.getGroup(type))
                .withVersion(HasMetadata.getVersion(type))
                .withKind(HasMetadata.getKind(type))
                .withPlural(HasMetadata.getPlural(type))
                .withScope("Namespaced")
                .withStatusSubresource(true)
                .build();
    }

    @Override
    public void close() {
        try {
            server.destroy();
        } catch (IllegalStateException slow) {
            // Each has a port of its own; a test need not fail because connections are still being closed.
            REQUESTS.fine(slow::getMessage);
        }
    }

    private final class Faults extends KubernetesCrudDispatcher {
        Faults() {
            super(kinds());
        }

        @Override
        public MockResponse dispatch(RecordedRequest request) {
            var plural = plural(request.getPath());
            var code = "GET".equals(request.getMethod()) ? refused.get(plural) : null;
            if (code == null) {
                return super.dispatch(request);
            }
            refusals.computeIfAbsent(plural, _ -> new Semaphore(0)).release();
            return new MockResponse().setResponseCode(code);
        }

        /** The mock takes a query for a part of the name, and knows no server-side apply. */
        @Override
        public MockResponse handlePatch(RecordedRequest request) {
            var type = request.getHeader("Content-Type");
            return type != null && type.startsWith("application/apply-patch")
                    ? apply(request)
                    : super.handlePatch(with(request, request.getPath().split("\\?")[0], request.getBody()));
        }

        private synchronized MockResponse apply(RecordedRequest request) {
            var apply = MockApply.of(request.getPath(), request.getBody().readUtf8());
            var code = refusedWrites.get(plural(apply.collection()));
            if (code != null) {
                refusals.computeIfAbsent(plural(apply.collection()), _ -> new Semaphore(0))
                        .release();
                return new MockResponse().setResponseCode(code);
            }
            var answer = apply(request, apply);
            synchronized (applies) {
                applies.add(apply.path().replaceFirst(".*/([^/]+/[^/]+)$", "$1"));
                applies.notifyAll();
            }
            return answer;
        }

        private MockResponse apply(RecordedRequest request, MockApply apply) {
            var current = super.handleGet(apply.path());
            if (current.code() == HttpURLConnection.HTTP_NOT_FOUND) {
                return handleCreate(with(request, apply.collection(), buffer(apply.created())));
            }
            var before = current.getBody().readUtf8();
            var after = apply.over(before);
            return Serialization.unmarshal(before, JsonNode.class)
                            .equals(Serialization.unmarshal(after, JsonNode.class))
                    ? new MockResponse()
                            .setResponseCode(HttpURLConnection.HTTP_OK)
                            .setBody(before)
                    : handleUpdate(with(request, apply.path(), buffer(after)));
        }

        private static Buffer buffer(String text) {
            return new Buffer().writeUtf8(text);
        }

        private static RecordedRequest with(RecordedRequest request, String path, Buffer body) {
            return new RecordedRequest(request.getHttpVersion(), request.method(), path, request.getHeaders(), body);
        }

        @Override
        public MockResponse handleGet(String path) {
            if (!path.contains("watch=true")) {
                lists.add(path);
                if (path.contains("resourceVersion=0")) {
                    // What a cache that has not caught up may answer.
                    return new MockResponse().setResponseCode(200).setBody("""
                            {"kind": "List", "apiVersion": "v1", "metadata": {"resourceVersion": "1"}, "items": []}
                            """);
                }
            }
            return super.handleGet(path);
        }

        @Override
        public MockResponse handleWatch(String path) {
            var plural = plural(path);
            var watch = new MockWatch(
                    plural, super.handleWatch(path).getWebSocketListener(), () -> !silent.contains(plural));
            synchronized (watches) {
                if (isCompacted(path)) {
                    watch.end(EXPIRED);
                } else {
                    watches.add(watch);
                }
            }
            return new MockResponse().withWebSocketUpgrade(watch);
        }

        private boolean isCompacted(String path) {
            var version = FROM_VERSION.matcher(path);
            return version.find() && Long.parseLong(version.group(1)) < compacted.getOrDefault(plural(path), 0L);
        }
    }
}
