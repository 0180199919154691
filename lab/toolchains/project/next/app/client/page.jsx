"use client";
import "pack-lookup/scanner";
import { useEffect } from "react";
import { answer } from "../answer.js";

export default function Page() {
  useEffect(() => {
    const outcome = answer().catch((error) => ({ error: String(error), reason: error.reason }));
    outcome.then((result) => (document.title = JSON.stringify(result)));
  }, []);
  return <p>The title of this page is its result.</p>;
}
