package dev.hyperterse.playground.node.container;

import dev.hyperterse.playground.node.volume.CannotStart;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/** A GET that a kubelet would ask a container: a connection of its own each time, no redirects. */
record HttpQuestion(URI uri) {
    static HttpQuestion of(HTTPGetAction action, Container container, String address) throws CannotStart {
        var scheme = action.getScheme() == null ? "http" : action.getScheme().toLowerCase(Locale.ROOT);
        var path = action.getPath() == null ? "/" : action.getPath();
        var slash = path.startsWith("/") ? "" : "/";
        return new HttpQuestion(
                URI.create(scheme + "://" + address + ":" + port(action.getPort(), container) + slash + path));
    }

    private static int port(IntOrString port, Container container) throws CannotStart {
        if (port.getIntVal() != null) {
            return port.getIntVal();
        }
        for (ContainerPort named : container.getPorts()) {
            if (port.getStrVal().equals(named.getName())) {
                return named.getContainerPort();
            }
        }
        throw new CannotStart(
                CannotStart.CONFIGURATION, "container " + container.getName() + " has no port " + port.getStrVal());
    }

    /** Whether the answer is one of success. */
    boolean ask(Duration timeout) {
        try {
            var connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout((int) timeout.toMillis());
            connection.setReadTimeout((int) timeout.toMillis());
            connection.setInstanceFollowRedirects(false);
            connection.setRequestProperty("Connection", "close");
            connection.setRequestProperty("User-Agent", "kube-probe/1.35");
            try {
                var status = connection.getResponseCode();
                return status >= 200 && status < 400;
            } finally {
                connection.disconnect();
            }
        } catch (IOException noAnswer) {
            return false;
        }
    }
}
