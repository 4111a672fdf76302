package dev.hyperterse.runtime.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hyperterse.runtime.call.CallFailure;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Authenticates by a script. Equal headers share one run, and are not checked again before the result expires. After
 * any failure the caller is refused.
 */
final class ScriptAuthenticator implements Authenticator {
    static final long LONGEST_MILLIS = 5_000;

    /** Concurrent runs of one plugin; further requests queue. */
    static final int MOST_RUNS = 64;

    /** Concurrent runs for credentials that are not cached: attackers can invent any number of them. */
    static final int MOST_OF_STRANGERS = 48;

    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final int MOST_REMEMBERED = 65_536;

    private static final String AUTHORIZATION = "authorization";
    private static final Verdict CANNOT_TELL = new Verdict.Unknown("the plugin that checks the credentials failed");

    private final List<String> headers;
    private final PluginScripts.Plugin script;
    private final ReturnedPrincipal returned;
    private final PluginFailures failures;
    private final PluginTokens known;
    private final InstantSource clock;
    private final Optional<BearerChallenge> announced;
    private final Semaphore runs = new Semaphore(MOST_RUNS, true);
    private final Semaphore strangers = new Semaphore(MOST_OF_STRANGERS, true);
    private final Cache<TokenDigest, Boolean> passed = Caffeine.newBuilder()
            .executor(Runnable::run)
            .expireAfterWrite(REMEMBERED)
            .maximumSize(MOST_REMEMBERED)
            .build();
    private final Map<String, CompletableFuture<Verdict>> running = new ConcurrentHashMap<>();

    /**
     * @param plugin its name in the server
     * @param headers in lower case
     * @param announced the challenge that names the authorization servers of the plugin; empty if it names none
     */
    ScriptAuthenticator(
            String plugin,
            List<String> headers,
            PluginScripts.Plugin script,
            PluginTokens known,
            InstantSource clock,
            Optional<BearerChallenge> announced) {
        this.headers = List.copyOf(headers);
        this.script = script;
        this.returned = new ReturnedPrincipal(plugin);
        this.failures = new PluginFailures(plugin, System::nanoTime);
        this.known = known;
        this.clock = clock;
        this.announced = announced;
    }

    @Override
    public Optional<Verdict> recall(Credentials credentials) {
        for (var name : headers) {
            if (credentials.header(name).size() > 1) {
                return Optional.of(new Verdict.Refused("there is more than one header " + name));
            }
        }
        var sent = sent(credentials);
        return sent.isEmpty()
                ? Optional.of(new Verdict.Missing())
                : known.find(key(sent)).map(Verdict.class::cast);
    }

    @Override
    public Verdict judge(Credentials credentials) {
        var sent = sent(credentials);
        return once(key(sent), sent);
    }

    private SortedMap<String, String> sent(Credentials credentials) {
        var sent = new TreeMap<String, String>();
        for (var name : headers) {
            credentials.header(name).stream()
                    .map(String::strip)
                    .filter(it -> !it.isEmpty())
                    .forEach(it -> sent.put(name, it));
        }
        return sent;
    }

    /** The key contains the length of each value, so that different headers never have the same key. */
    private static String key(SortedMap<String, String> sent) {
        var key = new StringBuilder();
        sent.forEach((name, value) ->
                key.append(name).append(':').append(value.length()).append(':').append(value));
        return key.toString();
    }

    /** Requests with the same credentials share the run of the first. */
    private Verdict once(String key, SortedMap<String, String> sent) {
        var verdict = new CompletableFuture<Verdict>();
        var earlier = running.putIfAbsent(key, verdict);
        if (earlier != null) {
            return awaited(earlier);
        }
        try {
            verdict.complete(run(key, sent));
            return verdict.join();
        } finally {
            running.remove(key);
            // After an internal error of the run.
            verdict.complete(CANNOT_TELL);
        }
    }

    private static Verdict awaited(CompletableFuture<Verdict> verdict) {
        try {
            return verdict.get(2 * LONGEST_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException late) {
            return CANNOT_TELL;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return CANNOT_TELL;
        }
    }

    private Verdict run(String key, SortedMap<String, String> sent) {
        var began = System.nanoTime();
        var digest = TokenDigest.of(key);
        if (passed.getIfPresent(digest) != null) {
            return inTurn(runs, began, () -> answer(key, digest, sent, began));
        }
        return inTurn(strangers, began, () -> inTurn(runs, began, () -> answer(key, digest, sent, began)));
    }

    private Verdict inTurn(Semaphore turns, long began, Supplier<Verdict> turn) {
        try {
            var left = TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS) - (System.nanoTime() - began);
            if (!turns.tryAcquire(left, TimeUnit.NANOSECONDS)) {
                failures.log("too many callers are queued for it");
                return CANNOT_TELL;
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return CANNOT_TELL;
        }
        try {
            return turn.get();
        } finally {
            turns.release();
        }
    }

    private Verdict answer(String key, TokenDigest digest, SortedMap<String, String> sent, long began) {
        try {
            var waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            var json = script.run(sent, Math.max(1, LONGEST_MILLIS - waited));
            var verdict = returned.read(json, clock.instant());
            if (verdict instanceof Verdict.Passed good) {
                passed.put(digest, true);
                good.until().ifPresent(_ -> known.keep(key, good));
            }
            return verdict;
        } catch (CallFailure failed) {
            failures.log(failed.getMessage());
            return CANNOT_TELL;
        } catch (MalformedAnswer malformed) {
            failures.log(malformed.getMessage());
            return CANNOT_TELL;
        }
    }

    @Override
    public Optional<String> challenge(Verdict verdict, Set<String> scopes) {
        if (announced.isPresent()) {
            return announced.get().of(verdict, scopes);
        }
        if (verdict instanceof Verdict.NotAdmitted) {
            return Optional.empty();
        }
        if (!headers.contains(AUTHORIZATION)) {
            return Optional.of(ApiKeyAuthenticator.SCHEME + "header=\"" + headers.getFirst() + "\"");
        }
        return Optional.of(
                verdict instanceof Verdict.Refused ? "Bearer error=\"invalid_token\"" : "Bearer realm=\"mcp\"");
    }

    @Override
    public List<String> headers() {
        return headers;
    }
}
