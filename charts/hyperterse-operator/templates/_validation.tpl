{{- /* Values that contradict each other. Here and not in the schema, whose messages would name paths and patterns only: each sentence
names the value, what is wrong with it, and what to write. */ -}}
{{- define "hyperterse-operator.valid" -}}
{{- $scope := .Values.scope | default "Cluster" }}
{{- if and (eq $scope "Namespaces") (not .Values.namespaces) }}
{{- fail "scope is Namespaces and namespaces is empty: list the namespaces that the operator reads, as in --set 'namespaces={shop}', or set scope to Cluster or Release" }}
{{- end }}
{{- if and (ne $scope "Namespaces") .Values.namespaces }}
{{- fail (printf "namespaces lists %q and scope is %s, which does not use it: set scope to Namespaces, or leave namespaces out" (first .Values.namespaces) $scope) }}
{{- end }}
{{- if and (eq $scope "Release") .Values.gatewayNamespaces }}
{{- fail (printf "gatewayNamespaces lists %q and scope is Release, with which servers run in the namespace of the release only: leave gatewayNamespaces out, or set scope to Namespaces" (first .Values.gatewayNamespaces)) }}
{{- end }}
{{- if and (ne $scope "Cluster") .Values.configMapNamespaces }}
{{- fail (printf "configMapNamespaces lists %q and scope is %s, with which the operator reads ConfigMaps of its own namespaces only: leave configMapNamespaces out, or set scope to Cluster" (first .Values.configMapNamespaces) $scope) }}
{{- end }}
{{- if and (ne $scope "Cluster") .Values.excludedNamespaces }}
{{- fail (printf "excludedNamespaces lists %q and scope is %s, with which the operator reads no other namespaces anyway: leave excludedNamespaces out, or set scope to Cluster" (first .Values.excludedNamespaces) $scope) }}
{{- end }}
{{- range .Values.gatewayNamespaces }}
{{- if and (eq $scope "Namespaces") (not (has . $.Values.namespaces)) }}
{{- fail (printf "gatewayNamespaces lists %q, which the operator does not read: add it to namespaces" .) }}
{{- end }}
{{- if has . ($.Values.excludedNamespaces | default list) }}
{{- fail (printf "gatewayNamespaces lists %q, which excludedNamespaces leaves to another operator: take it out of one of them" .) }}
{{- end }}
{{- end }}
{{- range (.Values.podMonitors).serverNamespaces }}
{{- if has . ($.Values.excludedNamespaces | default list) }}
{{- fail (printf "podMonitors.serverNamespaces lists %q, which excludedNamespaces leaves to another operator: take it out of one of them" .) }}
{{- end }}
{{- end }}
{{- range $value, $labels := dict "podLabels" .Values.podLabels "podMonitors.labels" (.Values.podMonitors).labels "alerts.labels" (.Values.alerts).labels "dashboard.labels" (.Values.dashboard).labels }}
{{- range $own := list "app.kubernetes.io/name" "app.kubernetes.io/part-of" "app.kubernetes.io/version" }}
{{- if hasKey ($labels | default dict) $own }}
{{- fail (printf "%s sets the label %s, which the chart sets: take another name for yours" $value $own) }}
{{- end }}
{{- end }}
{{- end }}
{{- if hasKey (.Values.podAnnotations | default dict) "hyperterse.dev/runtime-image" }}
{{- fail "podAnnotations sets hyperterse.dev/runtime-image, which the chart sets: set runtimeImage.repository, runtimeImage.tag or runtimeImage.digest instead" }}
{{- end }}
{{- end }}
