"use client";
import "pack-lookup/scanner";
import { useEffect } from "react";
import { showAnswer } from "../answer.js";

export default function Page() {
  useEffect(() => void showAnswer(), []);
  return <p>The title of this page is its result.</p>;
}
