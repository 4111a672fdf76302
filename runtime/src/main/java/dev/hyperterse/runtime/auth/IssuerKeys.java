package dev.hyperterse.runtime.auth;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetRetrievalException;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import dev.hyperterse.catalog.server.AuthPlugin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of an issuer. They are read at the first token, again from time to time, and at a token that names an
 * unknown key: at most twice in {@link #PAUSE}, however many such tokens arrive. While the issuer cannot be reached the
 * last ones are used on, for as long as {@link #STALE}.
 */
final class IssuerKeys {
    static final Duration FRESH = Duration.ofMinutes(5);

    private static final Duration AHEAD = Duration.ofMinutes(1);
    private static final Duration WAIT = Duration.ofSeconds(15);
    private static final Duration PAUSE = Duration.ofSeconds(30);
    private static final Duration STALE = Duration.ofHours(4);

    private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

    private final IssuerDocuments documents;
    private final AuthPlugin.Tokens settings;
    private final Runnable changed;
    private final JWKSource<SecurityContext> source;
    private volatile Optional<JWKSet> last = Optional.empty();

    /**
     * @param changed runs when the keys are others than before
     */
    IssuerKeys(AuthPlugin.Tokens settings, IssuerDocuments documents, Runnable changed) {
        this.settings = settings;
        this.documents = documents;
        this.changed = changed;
        this.source = JWKSourceBuilder.create(new Source())
                .refreshAheadCache(
                        AHEAD.toMillis(), null, Executors.newVirtualThreadPerTaskExecutor(), false, null, false)
                .cache(FRESH.toMillis(), WAIT.toMillis())
                .rateLimited(PAUSE.toMillis())
                .outageTolerant(STALE.toMillis())
                .build();
    }

    JWKSource<SecurityContext> source() {
        return source;
    }

    /** Whether there are keys to verify with. */
    boolean known() {
        return last.isPresent();
    }

    private JWKSet read() throws JWKSetRetrievalException {
        try {
            var url = settings.keysUrl().isPresent() ? settings.keysUrl().get() : documents.keysUrl(settings.issuer());
            var keys = JWKSet.parse(new String(documents.read(url), StandardCharsets.UTF_8));
            if (!last.filter(keys::equals).isPresent()) {
                last = Optional.of(keys);
                changed.run();
            }
            return keys;
        } catch (IOException | ParseException unreadable) {
            LOG.atWarn()
                    .addKeyValue("event", "issuer_unavailable")
                    .addKeyValue("issuer", settings.issuer())
                    .addKeyValue("plugin", settings.name())
                    .addKeyValue("why", unreadable.getMessage())
                    .log("the keys of an issuer cannot be read; those that are known are used on");
            throw new JWKSetRetrievalException("the keys of the issuer cannot be read", unreadable);
        }
    }

    private final class Source implements JWKSetSource<SecurityContext> {
        @Override
        public JWKSet getJWKSet(JWKSetCacheRefreshEvaluator refresh, long now, SecurityContext context)
                throws JWKSetRetrievalException {
            return read();
        }

        @Override
        public void close() {
            // Nothing is open between two readings.
        }
    }
}
