package dev.hyperterse.operator.lead;

import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.publish.PublicationException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** One turn of this process: it waits for the lease, may get it, and is over at last. */
final class Turn implements Leadership {
    private enum State {
        Waiting,
        Leading,
        Over
    }

    private final KubernetesClient client;
    private final LeaseName lease;
    private final String identity;
    private State state = State.Waiting;

    Turn(KubernetesClient client, LeaseName lease, String identity) {
        this.client = client;
        this.lease = lease;
        this.identity = identity;
    }

    synchronized void begin() {
        if (state == State.Waiting) {
            state = State.Leading;
            notifyAll();
        }
    }

    synchronized void end() {
        state = State.Over;
        notifyAll();
    }

    synchronized boolean waits() {
        return state == State.Waiting;
    }

    /** False when it was over before it began. */
    synchronized boolean awaitBegin() throws InterruptedException {
        while (state == State.Waiting) {
            wait();
        }
        return state == State.Leading;
    }

    synchronized void awaitEnd() throws InterruptedException {
        while (state != State.Over) {
            wait();
        }
    }

    private synchronized boolean leads() {
        return state == State.Leading;
    }

    /** A later turn of the same process holds the lease under the same name, and must not speak for this one. */
    @Override
    public boolean confirmed() {
        try {
            return leads() && lease.holder(client).filter(identity::equals).isPresent() && leads();
        } catch (KubernetesClientException unreadable) {
            throw new PublicationException(
                    "lease " + lease + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }
}
