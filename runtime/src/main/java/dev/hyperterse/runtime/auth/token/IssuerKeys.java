package dev.hyperterse.runtime.auth.token;

import com.github.benmanes.caffeine.cache.Ticker;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of an issuer. They are read at the first token, again periodically, and at a token that names an
 * unknown key, as often as a {@link KeyReadLimit} admits. While reading fails, the last keys stay in use for {@link
 * #STALE}.
 *
 * <p>A key counts as unknown only if a read that began after the token arrived does not have it. If that read fails,
 * the source fails: the token may be valid.
 */
public final class IssuerKeys implements JWKSource<SecurityContext> {
    static final Duration FRESH = Duration.ofMinutes(5);
    static final Duration STALE = Duration.ofHours(4);

    private static final Duration AHEAD = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

    private final IssuerDocuments documents;
    private final AuthPlugin.Tokens settings;
    private final Runnable changed;
    private final Ticker ticker;
    private final KeyReadLimit readLimit;
    private final Executor threads =
            work -> Thread.ofVirtual().name("issuer keys").start(work);
    private Optional<CompletableFuture<PublishedKeys>> reading = Optional.empty();
    private volatile long begun;
    private volatile Optional<PublishedKeys> last = Optional.empty();
    private volatile boolean failing;

    /**
     * @param changed runs after a read that returned other keys than the one before
     */
    public IssuerKeys(AuthPlugin.Tokens settings, IssuerDocuments documents, Runnable changed, Ticker ticker) {
        this.settings = settings;
        this.documents = documents;
        this.changed = changed;
        this.ticker = ticker;
        this.readLimit = new KeyReadLimit(ticker.read());
    }

    @Override
    public List<JWK> get(JWKSelector selector, SecurityContext context) throws KeySourceException {
        var begunBefore = begun;
        var known = current();
        var found = known.select(selector);
        while (found.isEmpty() && known.number() <= begunBefore && !isKnownToFail(selector, known)) {
            known = await(read().orElseThrow(() -> new KeySourceException("the keys were read too often")));
            found = known.select(selector);
        }
        return found;
    }

    /**
     * Whether the token has a withdrawn key: it is refused without reading the keys again, because there may be many
     * such tokens.
     */
    private boolean isKnownToFail(JWKSelector selector, PublishedKeys known) {
        return known.hasUnfit(selector) || known.hasWithdrawn(selector) && age(known) < KeyReadLimit.PAUSE.toNanos();
    }

    private PublishedKeys current() throws KeySourceException {
        var known = last;
        if (known.isEmpty()) {
            return await(read().orElseThrow(() -> new KeySourceException("the keys could not be read a moment ago")));
        }
        var age = age(known.get());
        if (age < FRESH.minus(AHEAD).toNanos()) {
            return known.get();
        }
        var reading = read();
        if (reading.isPresent() && age >= FRESH.toNanos() && !failing) {
            awaitIfPossible(reading.get());
        }
        return last.filter(keys -> age(keys) < STALE.toNanos())
                .orElseThrow(() -> new KeySourceException("the keys could not be read for too long"));
    }

    private static void awaitIfPossible(CompletableFuture<PublishedKeys> reading) {
        try {
            await(reading);
        } catch (KeySourceException unreadable) {
            // The read logs its failure; the last keys stay in use.
        }
    }

    private long age(PublishedKeys keys) {
        return ticker.read() - keys.at();
    }

    /** The read in progress, else a new one; empty if the limit is reached. */
    private synchronized Optional<CompletableFuture<PublishedKeys>> read() {
        if (reading.filter(it -> !it.isDone()).isEmpty()) {
            if (!readLimit.take(ticker.read())) {
                return Optional.empty();
            }
            var number = begun + 1;
            begun = number;
            reading = Optional.of(CompletableFuture.supplyAsync(() -> read(number), threads));
        }
        return reading;
    }

    private static PublishedKeys await(CompletableFuture<PublishedKeys> reading) throws KeySourceException {
        try {
            return reading.get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException unreadable) {
            throw new KeySourceException("the keys cannot be read", unreadable);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new KeySourceException("interrupted", stopping);
        }
    }

    private PublishedKeys read(long number) {
        try {
            var url = settings.keysUrl().isPresent() ? settings.keysUrl().get() : documents.keysUrl(settings.issuer());
            var set = PublishedKeys.parse(new String(documents.read(url), StandardCharsets.UTF_8));
            var before = last;
            var keys = PublishedKeys.after(before, set, number, ticker.read());
            last = Optional.of(keys);
            failing = false;
            if (before.filter(it -> it.set().equals(set)).isEmpty()) {
                changed.run();
            }
            return keys;
        } catch (IOException | RuntimeException unreadable) {
            failing = true;
            LOG.atWarn()
                    .addKeyValue("event", "issuer_unavailable")
                    .addKeyValue("issuer", settings.issuer())
                    .addKeyValue("plugin", settings.name())
                    .addKeyValue("why", unreadable.getMessage())
                    .log("the keys of an issuer cannot be read; the known ones stay in use");
            throw new CompletionException(unreadable);
        }
    }
}
