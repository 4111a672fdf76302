package dev.hyperterse.runtime.decision;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.access.DecisionPoint;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the decision points of catalogs. An unchanged decision point stays, with its connections. A changed one is
 * created beside the former one: until the swap, and if the swap fails, the live catalog uses its own, and so do calls
 * that began with a former catalog. Former decision points are never closed: their connections end when they are idle,
 * and their client when no catalog and no call refers to it (decision 0238).
 */
public final class DecisionPoints {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionPoints.class);

    private final InstantSource clock;
    private final MetricRegistry metrics;
    private Optional<Made> last = Optional.empty();

    public DecisionPoints(InstantSource clock, MetricRegistry metrics) {
        this.clock = clock;
        this.metrics = metrics;
    }

    /** The settings of a decision point. Equal parts share one. */
    private record Parts(
            DecisionSettings settings, ServerIdentity server, Optional<String> key, Optional<String> authority) {
        static Parts of(DecisionSettings settings, ServerIdentity server, ValueSet values) {
            // A new generation of the server is the same server.
            var same = new ServerIdentity(server.namespace(), server.name(), server.uid(), 0);
            return new Parts(
                    settings,
                    same,
                    values.find(settings.key()),
                    settings.authority().flatMap(values::find));
        }
    }

    private record Made(Parts parts, DecisionPoint point) {}

    /** The decision point of these settings; empty where the server has none. */
    public synchronized Optional<DecisionPoint> of(ServerSettings settings, ValueSet values) {
        var parts = settings.auth().decision().map(it -> Parts.of(it, settings.identity(), values));
        if (!last.map(Made::parts).equals(parts)) {
            last = parts.map(it -> new Made(it, point(it)));
        }
        return last.map(Made::point);
    }

    private DecisionPoint point(Parts parts) {
        try {
            var trust = parts.settings().authority().isPresent()
                    ? Optional.of(PemContext.trusting(parts.authority()
                            .orElseThrow(() -> new IllegalArgumentException("the authority is not among the values"))))
                    : Optional.<SSLContext>empty();
            var key = parts.key().orElseThrow(() -> new IllegalArgumentException("the key is not among the values"));
            return new HttpDecisionPoint(
                    parts.settings(),
                    parts.server(),
                    new QuestionSender(parts.settings(), key, trust, clock),
                    new RequestPermits(HttpDecisionPoint.MOST_AT_ONCE),
                    DecisionMetrics.of(metrics));
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unusable) {
            LOG.atError()
                    .addKeyValue("event", "decision_unusable")
                    .log("the key or the ca of the decision point is unusable; all decided calls are refused");
            return _ -> new DecisionPoint.Decision.Undecided(HttpDecisionPoint.FAILED);
        }
    }
}
