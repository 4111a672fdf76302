package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Requests of a script without the script, and names that have the addresses that a test gives them. */
public final class Fetching implements AutoCloseable {
    static final int LARGEST = 64 * 1024;

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final BufferBudget budget = new BufferBudget(64 << 20);
    private final Map<String, List<String>> names = new ConcurrentHashMap<>();
    /** No time passes: a busy machine may need longer for a call than an idle connection is kept. */
    private final HttpConnections connections = new HttpConnections(this::addresses, () -> 0);

    /** Each of the answers is given once, and the last one from then on. */
    Fetching name(String host, String... literals) {
        names.put(host, List.of(literals));
        return this;
    }

    private synchronized List<InetAddress> addresses(String host) throws UnknownHostException {
        var answers = names.get(host);
        if (answers == null) {
            throw new UnknownHostException(host);
        }
        if (answers.size() > 1) {
            names.put(host, answers.subList(1, answers.size()));
        }
        return List.of(answers.getFirst().split(" ")).stream()
                .map(InetAddress::ofLiteral)
                .toList();
    }

    public static AllowedUrl allowed(String url) {
        return new AllowedUrl(URI.create(url), Addresses.Public, Optional.empty());
    }

    BufferBudget budget() {
        return budget;
    }

    String get(AllowedUrl allowed, String url) {
        return send(List.of(allowed), request("GET", url));
    }

    static FetchRequest request(String method, String url, Header... headers) {
        return new FetchRequest(method, URI.create(url), List.of(headers), Optional.empty(), OnRedirect.FOLLOW);
    }

    /** Status and body, or the failure. */
    String send(List<AllowedUrl> allowed, FetchRequest request) {
        return send(allowed, request, 30_000);
    }

    String send(List<AllowedUrl> allowed, FetchRequest request, long millis) {
        try (var scope = CallScope.open(deadlines, millis)) {
            return send(allowed, request, scope);
        }
    }

    /** On a virtual thread, as in a replica. */
    String send(List<AllowedUrl> allowed, FetchRequest request, CallScope scope) {
        try (var caller = Executors.newVirtualThreadPerTaskExecutor()) {
            return caller.submit(() -> sendHere(allowed, request, scope)).get();
        } catch (ExecutionException | InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private String sendHere(List<AllowedUrl> allowed, FetchRequest request, CallScope scope) {
        try (var body = budget.open(LARGEST)) {
            var response = new Fetches("shop", allowed, connections).fetch(request, body, scope);
            return response.status() + " " + new String(body.array(), 0, body.size(), StandardCharsets.UTF_8);
        } catch (CallFailure failure) {
            return failure.getMessage();
        }
    }

    CallScope scope() {
        return scope(30_000);
    }

    CallScope scope(long millis) {
        return CallScope.open(deadlines, millis);
    }

    @Override
    public void close() {
        connections.close();
        deadlines.close();
    }
}
