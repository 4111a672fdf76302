package dev.hyperterse.runtime.auth.script;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.runtime.auth.caller.ApiKeyAuthenticator;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.Authenticator;
import dev.hyperterse.runtime.auth.caller.Credentials;
import dev.hyperterse.runtime.auth.caller.PluginTokens;
import dev.hyperterse.runtime.auth.caller.TokenDigest;
import dev.hyperterse.runtime.auth.token.BearerChallenge;
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
public final class ScriptAuthenticator implements Authenticator {
    static final long LONGEST_MILLIS = 5_000;

    /** Concurrent runs of one plugin; further requests queue. */
    static final int MOST_RUNS = 64;

    /** Concurrent runs for credentials that are not cached: attackers can invent any number of them. */
    static final int MOST_OF_STRANGERS = 48;

    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final int MOST_REMEMBERED = 65_536;

    private static final String AUTHORIZATION = "authorization";
    private static final AuthenticationResult CANNOT_TELL =
            new AuthenticationResult.Unknown("the plugin that checks the credentials failed");

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
    private final Map<String, CompletableFuture<AuthenticationResult>> running = new ConcurrentHashMap<>();

    /**
     * @param plugin its name in the server
     * @param headers in lower case
     * @param announced the challenge that names the authorization servers of the plugin; empty if it names none
     */
    public ScriptAuthenticator(
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
    public Optional<AuthenticationResult> recall(Credentials credentials) {
        for (var name : headers) {
            if (credentials.header(name).size() > 1) {
                return Optional.of(new AuthenticationResult.Refused("there is more than one header " + name));
            }
        }
        var sent = sent(credentials);
        return sent.isEmpty()
                ? Optional.of(new AuthenticationResult.Missing())
                : known.find(key(sent)).map(AuthenticationResult.class::cast);
    }

    @Override
    public AuthenticationResult authenticate(Credentials credentials) {
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
    private AuthenticationResult once(String key, SortedMap<String, String> sent) {
        var result = new CompletableFuture<AuthenticationResult>();
        var earlier = running.putIfAbsent(key, result);
        if (earlier != null) {
            return awaited(earlier);
        }
        try {
            result.complete(run(key, sent));
            return result.join();
        } finally {
            running.remove(key);
            // After an internal error of the run.
            result.complete(CANNOT_TELL);
        }
    }

    private static AuthenticationResult awaited(CompletableFuture<AuthenticationResult> result) {
        try {
            return result.get(2 * LONGEST_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException late) {
            return CANNOT_TELL;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return CANNOT_TELL;
        }
    }

    private AuthenticationResult run(String key, SortedMap<String, String> sent) {
        var began = System.nanoTime();
        var digest = TokenDigest.of(key);
        if (passed.getIfPresent(digest) != null) {
            return inTurn(runs, began, () -> answer(key, digest, sent, began));
        }
        return inTurn(strangers, began, () -> inTurn(runs, began, () -> answer(key, digest, sent, began)));
    }

    private AuthenticationResult inTurn(Semaphore turns, long began, Supplier<AuthenticationResult> turn) {
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

    private AuthenticationResult answer(String key, TokenDigest digest, SortedMap<String, String> sent, long began) {
        try {
            var waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            var json = script.run(sent, Math.max(1, LONGEST_MILLIS - waited));
            var result = returned.read(json, clock.instant());
            if (result instanceof AuthenticationResult.Passed good) {
                passed.put(digest, true);
                good.until().ifPresent(_ -> known.keep(key, good));
            }
            return result;
        } catch (CallFailure failed) {
            failures.log(failed.getMessage());
            return CANNOT_TELL;
        } catch (MalformedAnswer malformed) {
            failures.log(malformed.getMessage());
            return CANNOT_TELL;
        }
    }

    @Override
    public Optional<String> challenge(AuthenticationResult result, Set<String> scopes) {
        if (announced.isPresent()) {
            return announced.get().of(result, scopes);
        }
        if (result instanceof AuthenticationResult.NotAdmitted) {
            return Optional.empty();
        }
        if (!headers.contains(AUTHORIZATION)) {
            return Optional.of(ApiKeyAuthenticator.SCHEME + "header=\"" + headers.getFirst() + "\"");
        }
        return Optional.of(
                result instanceof AuthenticationResult.Refused
                        ? "Bearer error=\"invalid_token\""
                        : "Bearer realm=\"mcp\"");
    }

    @Override
    public List<String> headers() {
        return headers;
    }
}
