package dev.hyperterse.runtime.decision;

import dev.hyperterse.catalog.server.DecisionSettings;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.access.DecisionPoint;
import dev.hyperterse.runtime.tls.PemContext;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The decision point of the live catalog. One that a swap does not change stays, with its connections. */
public final class DecisionPoints {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionPoints.class);

    private final InstantSource clock;
    private final MetricRegistry metrics;
    private Optional<Current> current = Optional.empty();

    public DecisionPoints(InstantSource clock, MetricRegistry metrics) {
        this.clock = clock;
        this.metrics = metrics;
    }

    /** What it is made from: with equal parts it is the same one. */
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

    /** @param open where it can be asked */
    private record Current(Parts parts, DecisionPoint point, Optional<HttpDecisionPoint> open) {}

    /** That of these settings; empty where nobody is asked. */
    public synchronized Optional<DecisionPoint> of(ServerSettings settings, ValueSet values) {
        var parts = settings.auth().decision().map(it -> Parts.of(it, settings.identity(), values));
        if (!current.map(Current::parts).equals(parts)) {
            current.flatMap(Current::open).ifPresent(HttpDecisionPoint::close);
            current = parts.map(this::open);
        }
        return current.map(Current::point);
    }

    private Current open(Parts parts) {
        try {
            var trust = parts.settings().authority().isPresent()
                    ? Optional.of(PemContext.trusting(parts.authority()
                            .orElseThrow(() -> new IllegalArgumentException("the authority is not among the values"))))
                    : Optional.<SSLContext>empty();
            var key = parts.key().orElseThrow(() -> new IllegalArgumentException("the key is not among the values"));
            var point = new HttpDecisionPoint(
                    parts.settings(), parts.server(), key, trust, clock, DecisionMetrics.of(metrics));
            return new Current(parts, point, Optional.of(point));
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unusable) {
            LOG.atError()
                    .addKeyValue("event", "decision_unusable")
                    .log("the key or the ca of the decision point cannot be used, so no call passes");
            DecisionPoint none = _ -> new DecisionPoint.Decision.Undecided(HttpDecisionPoint.FAILED);
            return new Current(parts, none, Optional.empty());
        }
    }
}
